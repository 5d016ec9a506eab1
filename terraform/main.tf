# The service, its account, and what it may read.

locals {
  name     = "ghost-proxy"
  issuer   = var.identity_platform ? "https://securetoken.google.com/${var.project}" : var.issuer
  audience = var.identity_platform ? [var.project] : var.client_ids
  services = concat([
    "artifactregistry.googleapis.com",
    "logging.googleapis.com",
    "monitoring.googleapis.com",
    "run.googleapis.com",
    "secretmanager.googleapis.com",
  ], var.identity_platform ? ["identitytoolkit.googleapis.com"] : [])
}

resource "google_project_service" "used" {
  for_each           = toset(local.services)
  service            = each.value
  disable_on_destroy = false
}

resource "google_service_account" "proxy" {
  account_id   = local.name
  display_name = "The model proxy: reads two secrets, and nothing else"
}

resource "google_cloud_run_v2_service" "proxy" {
  name                = local.name
  location            = var.region
  ingress             = "INGRESS_TRAFFIC_ALL"
  deletion_protection = false
  depends_on = [
    google_project_service.used,
    google_secret_manager_secret_iam_member.read,
  ]

  template {
    service_account                  = google_service_account.proxy.email
    timeout                          = "300s"
    max_instance_request_concurrency = var.concurrency
    execution_environment            = "EXECUTION_ENVIRONMENT_GEN2"

    scaling {
      min_instance_count = var.min_instances
      max_instance_count = var.max_instances
    }

    containers {
      image = var.image

      ports {
        container_port = 8080
      }

      resources {
        limits = {
          cpu    = "1"
          memory = "1Gi"
        }
        # CPU is always on: waiting requests have timers, and streams go on.
        cpu_idle          = false
        startup_cpu_boost = true
      }

      env {
        name  = "HOST"
        value = "0.0.0.0"
      }
      env {
        name  = "GEMINI_API_KEY_FILE"
        value = "/secrets/gemini/key"
      }
      env {
        name  = "USER_HASH_KEY_FILE"
        value = "/secrets/users/key"
      }
      env {
        name  = "OIDC_ISSUER"
        value = local.issuer
      }
      env {
        name  = "OIDC_AUDIENCES"
        value = join(",", local.audience)
      }
      env {
        name  = "GOOGLE_CLOUD_PROJECT"
        value = var.project
      }
      env {
        name  = "LOG_RETENTION_DAYS"
        value = tostring(var.log_retention_days)
      }
      env {
        name = "MODELS"
        value = join(",", [
          for name, limits in var.models : "${name}=${limits.requests_per_minute}/${limits.tokens_per_minute}"
        ])
      }
      dynamic "env" {
        for_each = {
          for name, list in {
            ALLOWED_DOMAINS             = var.allowed_domains
            ALLOWED_SUBJECTS            = var.allowed_subjects
            LOG_TEXTS                   = var.log_texts
            OTEL_EXPORTER_OTLP_ENDPOINT = compact([var.traces_endpoint])
          } : name => join(",", list) if length(list) > 0
        }
        content {
          name  = env.key
          value = env.value
        }
      }

      volume_mounts {
        name       = "gemini"
        mount_path = "/secrets/gemini"
      }
      volume_mounts {
        name       = "users"
        mount_path = "/secrets/users"
      }

      startup_probe {
        period_seconds    = 2
        timeout_seconds   = 1
        failure_threshold = 15
        http_get {
          path = "/readyz"
        }
      }
      liveness_probe {
        period_seconds    = 15
        timeout_seconds   = 2
        failure_threshold = 4
        http_get {
          path = "/livez"
        }
      }
    }

    volumes {
      name = "gemini"
      secret {
        secret       = google_secret_manager_secret.key["gemini"].secret_id
        default_mode = 292 # 0444: the image runs as a user of its own, whom the files do not belong to
        items {
          path    = "key"
          version = "latest"
        }
      }
    }
    volumes {
      name = "users"
      secret {
        secret       = google_secret_manager_secret.key["users"].secret_id
        default_mode = 292 # 0444: the image runs as a user of its own, whom the files do not belong to
        items {
          path    = "key"
          version = "latest"
        }
      }
    }
  }

  lifecycle {
    precondition {
      condition     = length(var.allowed_domains) + length(var.allowed_subjects) > 0
      error_message = "Somebody must be allowed: set allowed_domains or allowed_subjects."
    }
    precondition {
      condition     = length(local.audience) > 0
      error_message = "Set client_ids, or identity_platform."
    }
  }
}

# The service verifies every token itself: Cloud Run's own check would want another one in the same header.
resource "google_cloud_run_v2_service_iam_member" "anyone" {
  name     = google_cloud_run_v2_service.proxy.name
  location = google_cloud_run_v2_service.proxy.location
  role     = "roles/run.invoker"
  member   = "allUsers"
}

resource "google_cloud_run_domain_mapping" "own" {
  count    = var.domain == "" ? 0 : 1
  name     = var.domain
  location = var.region
  metadata {
    namespace = var.project
  }
  spec {
    route_name = google_cloud_run_v2_service.proxy.name
  }
}
