locals {
  base_url = var.domain == "" ? google_cloud_run_v2_service.proxy.uri : "https://${google_cloud_run_domain_mapping.own[0].name}"
  sign_in = { for name, value in {
    issuer             = local.issuer
    clientId           = try(local.audience[0], null)
    clientSecret       = var.sign_in.browser_word
    deviceClientId     = var.sign_in.device_client_id
    deviceClientSecret = var.sign_in.device_word
  } : name => value if value != null }
}

output "client_settings" {
  description = "The `navigator` of a person's config.yaml, beside whatever else stands there. Identity Platform signs nobody in by OIDC: there a program of one's own renews a token in `tokenFile`."
  value = var.identity_platform ? yamlencode({
    navigator = { use = "proxy", baseUrl = local.base_url, tokenFile = "/run/ghost-proxy/id-token" }
    }) : yamlencode({
    navigator = { use = "proxy", baseUrl = local.base_url, signIn = local.sign_in }
  })
}

output "base_url" {
  description = "Where the service is: `navigator.baseUrl`."
  value       = local.base_url
}

output "issuer" {
  description = "Whose ID tokens the service takes."
  value       = local.issuer
}

output "audiences" {
  description = "For whom they must be."
  value       = local.audience
}

output "repository" {
  description = "Where the image is pushed to."
  value       = "${var.region}-docker.pkg.dev/${var.project}/${google_artifact_registry_repository.images.repository_id}"
}

output "log_bucket" {
  description = "Where the calls' entries lie."
  value       = google_logging_project_bucket_config.calls.id
}

output "log_writer" {
  description = "The sink's account; within one project it needs no further right."
  value       = google_logging_project_sink.calls.writer_identity
}

output "secrets" {
  description = "The secrets that wait for a value."
  value       = [for secret in google_secret_manager_secret.key : secret.secret_id]
}

output "open_to" {
  description = "Whom Cloud Run lets through; the service itself asks everybody for a token."
  value       = google_cloud_run_v2_service_iam_member.anyone.member
}
