# The two secrets, empty: their values are added by a person (README), so that none is in a state file.

resource "google_secret_manager_secret" "key" {
  for_each  = toset(["gemini", "users"])
  secret_id = "${local.name}-${each.value}"
  replication {
    auto {}
  }
  depends_on = [google_project_service.used]
}

resource "google_secret_manager_secret_iam_member" "read" {
  for_each  = google_secret_manager_secret.key
  secret_id = each.value.id
  role      = "roles/secretmanager.secretAccessor"
  member    = "serviceAccount:${google_service_account.proxy.email}"
}
