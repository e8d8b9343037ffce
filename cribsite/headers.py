"""What pages of the site decline to do, said to the browser."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# What a game of cards never asks for; should a page be taken over one day, it cannot either.
DECLINED = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "idle-detection"),
    *("magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
POLICY = ", ".join(f"{power}=()" for power in DECLINED)


def powers_declined(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that adds the header Permissions-Policy."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        answer["Permissions-Policy"] = POLICY
        return answer

    return middleware
