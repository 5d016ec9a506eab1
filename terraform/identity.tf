# Identity Platform, where it issues the tokens. Its sign-in providers are set up in the console: they hold secrets.

resource "google_identity_platform_config" "people" {
  count = var.identity_platform ? 1 : 0
  sign_in {
    allow_duplicate_emails = false
    anonymous {
      enabled = false
    }
  }
  client {
    permissions {
      disabled_user_deletion = true
    }
  }
  depends_on = [google_project_service.used]
}
