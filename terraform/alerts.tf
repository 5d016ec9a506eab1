# Who is told, and of what.

locals {
  # Metrics of the log, each with what it is held against.
  thresholds = {
    limited = { metric = google_logging_metric.limited.name, aligner = "ALIGN_RATE", most = 0.5, words = "more than one call in two seconds is refused with 429" }
    failed  = { metric = google_logging_metric.failed.name, aligner = "ALIGN_RATE", most = 0.1, words = "more than one call in ten seconds fails" }
    slow    = { metric = google_logging_metric.latency.name, aligner = "ALIGN_PERCENTILE_95", most = 30000, words = "the slowest twentieth takes longer than 30 s" }
  }
}

resource "google_monitoring_notification_channel" "email" {
  for_each     = toset(var.alert_emails)
  display_name = each.value
  type         = "email"
  labels = {
    email_address = each.value
  }
  depends_on = [google_project_service.used]
}

resource "google_monitoring_alert_policy" "threshold" {
  for_each              = local.thresholds
  display_name          = "${local.name}: ${each.value.words}"
  combiner              = "OR"
  notification_channels = [for channel in google_monitoring_notification_channel.email : channel.id]

  conditions {
    display_name = each.value.words
    condition_threshold {
      filter          = "resource.type=\"cloud_run_revision\" AND metric.type=\"logging.googleapis.com/user/${each.value.metric}\""
      comparison      = "COMPARISON_GT"
      threshold_value = each.value.most
      duration        = "300s"
      aggregations {
        alignment_period   = "300s"
        per_series_aligner = each.value.aligner
      }
    }
  }
}

resource "google_monitoring_alert_policy" "cost" {
  display_name          = "${local.name}: the models cost more than $${var.max_cost_per_day_usd} within a day"
  combiner              = "OR"
  notification_channels = [for channel in google_monitoring_notification_channel.email : channel.id]

  conditions {
    display_name = "cost of a day"
    condition_prometheus_query_language {
      query               = "sum(increase({\"logging.googleapis.com/user/${google_logging_metric.cost.name}_sum\", monitored_resource=\"cloud_run_revision\"}[24h])) > ${var.max_cost_per_day_usd}"
      duration            = "0s"
      evaluation_interval = "300s"
    }
  }
}
