"""A passkey of the browser: added, then logged in with and nothing else."""

import pytest
from playwright.sync_api import expect

from tests.live import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.long]

KEEPER = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}


def test_a_passkey_is_added_and_gets_one_in(live_site, visitors):
    (ana,) = live_site.players("Pia")
    home = f"http://localhost:{live_site.port}"  # browsers keep passkeys for names only
    page = visitors.enter(live_site, base_url=home)
    keeper = page.context.new_cdp_session(page)
    keeper.send("WebAuthn.enable")
    about = {**KEEPER, "isUserVerified": True, "automaticPresenceSimulation": True}
    keeper.send("WebAuthn.addVirtualAuthenticator", {"options": about})
    page.goto("/accounts/login/")
    page.get_by_label("Name or email").fill(ana.name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(f"{home}/")
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Open").check()
    page.get_by_role("button", name="Add it").click()
    page.wait_for_url("**/recovery-codes/")
    expect(page.get_by_text("The passkey is added.")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url(f"{home}/")
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_text("last used")).to_be_visible()
