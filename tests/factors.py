"""Second factors of players: an app of codes in a few lines, and a passkey as the database keeps one."""

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts.models import User

KEY = "JBSWY3DPEHPK3PXP"


def code(key: str = KEY) -> str:
    """What the app shows now."""
    return str(format_hotp_value(hotp_value(key, next(iter(yield_hotp_counters_from_time())))))


def with_app(player: User) -> User:
    """The player, with an app of codes set up and codes for recovery."""
    TOTP.activate(player, KEY)
    RecoveryCodes.activate(player)
    return player


def with_passkey(player: User, name: str = "Phone") -> int:
    """The number of a new passkey of the player, which nobody holds."""
    public = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(Aaguid(bytes(16)), b"passkey", public)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(sha256(b"testserver"), flags, 0, credential)
    client = CollectedClientData.create("webauthn.create", b"challenge", "https://testserver")
    told = {
        "id": websafe_encode(b"passkey"),
        "rawId": websafe_encode(b"passkey"),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        },
        "clientExtensionResults": {},
    }
    row = Authenticator.objects.create(
        user=player, type=Authenticator.Type.WEBAUTHN, data={"name": name, "credential": told}
    )
    return int(row.pk)
