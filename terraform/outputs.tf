output "base_url" {
  description = "For `navigator.baseUrl` in config.yaml."
  value       = var.domain == "" ? google_cloud_run_v2_service.proxy.uri : "https://${google_cloud_run_domain_mapping.own[0].name}"
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
