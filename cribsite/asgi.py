"""The site's entry for Daphne: pages over HTTP, tables and lobby over sockets."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
pages = get_asgi_application()  # before any import that needs the apps

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import OriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402

from cribsite.doorkeeper import Doorkeeper  # noqa: E402
from cribsite.routing import sockets  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": Doorkeeper(
            OriginValidator(AuthMiddlewareStack(URLRouter(sockets)), settings.CSRF_TRUSTED_ORIGINS)
        ),
    }
)
