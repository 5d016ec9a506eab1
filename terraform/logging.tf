# The calls' entries in a bucket of their own, and what is counted of them.

locals {
  of_proxy = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${local.name}\""
  calls    = "${local.of_proxy} AND labels.kind=\"call\""
}

resource "google_logging_project_bucket_config" "calls" {
  project        = var.project
  location       = var.region
  bucket_id      = local.name
  retention_days = var.log_retention_days
  depends_on     = [google_project_service.used]
}

resource "google_logging_project_sink" "calls" {
  name                   = local.name
  destination            = "logging.googleapis.com/${google_logging_project_bucket_config.calls.id}"
  filter                 = local.of_proxy
  unique_writer_identity = true
}

resource "google_logging_metric" "limited" {
  name   = "${local.name}-429"
  filter = "${local.calls} AND jsonPayload.status=\"429\""
  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }
}

resource "google_logging_metric" "failed" {
  # Whatever fails, a sign-in or a fault before a model is named too.
  name   = "${local.name}-5xx"
  filter = "${local.of_proxy} AND jsonPayload.status=~\"^5\""
  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }
}

resource "google_logging_metric" "latency" {
  name            = "${local.name}-latency-ms"
  filter          = "${local.calls} AND jsonPayload.status=\"200\""
  value_extractor = "EXTRACT(jsonPayload.latency_ms)"
  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "DISTRIBUTION"
    unit        = "ms"
  }
  bucket_options {
    exponential_buckets {
      num_finite_buckets = 32
      growth_factor      = 1.5
      scale              = 10
    }
  }
}

resource "google_logging_metric" "cost" {
  name            = "${local.name}-cost-usd"
  filter          = "${local.calls} AND jsonPayload.cost_usd>0"
  value_extractor = "EXTRACT(jsonPayload.cost_usd)"
  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "DISTRIBUTION"
    unit        = "1"
  }
  bucket_options {
    exponential_buckets {
      num_finite_buckets = 32
      growth_factor      = 2
      scale              = 0.00001
    }
  }
}
