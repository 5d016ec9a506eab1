variable "project" {
  description = "Id of the Google Cloud project that everything lies in."
  type        = string
  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "A project's id has 6 to 30 lower-case letters, digits and hyphens."
  }
}

variable "region" {
  description = "Region of the service, the registry and the logs."
  type        = string
  default     = "europe-west1"
  validation {
    condition     = can(regex("^[a-z]+-[a-z]+[0-9]$", var.region))
    error_message = "A region is like europe-west1."
  }
}

variable "image" {
  description = "The container's image, by its digest: what was built is what runs."
  type        = string
  validation {
    condition     = can(regex("@sha256:[0-9a-f]{64}$", var.image))
    error_message = "The image must end with @sha256: and its digest."
  }
}

variable "models" {
  description = "The models that may be called, each with the requests and tokens a minute of the project's quota."
  type = map(object({
    requests_per_minute = number
    tokens_per_minute   = number
  }))
  default = {
    "gemini-2.5-flash" = { requests_per_minute = 1000, tokens_per_minute = 1000000 }
    "gemini-2.5-pro"   = { requests_per_minute = 150, tokens_per_minute = 2000000 }
  }
  validation {
    condition = length(var.models) > 0 && alltrue([
      for limits in values(var.models) : limits.requests_per_minute >= 1 && limits.tokens_per_minute >= 1
    ])
    error_message = "At least one model, each with limits of at least one."
  }
}

variable "identity_platform" {
  description = "Whether Identity Platform issues the tokens; otherwise the issuer below does."
  type        = bool
  default     = false
}

variable "issuer" {
  description = "OIDC issuer of the ID tokens, where Identity Platform is not."
  type        = string
  default     = "https://accounts.google.com"
  validation {
    condition     = startswith(var.issuer, "https://")
    error_message = "The issuer is an https address."
  }
}

variable "client_ids" {
  description = "OAuth clients that people sign in with: audiences of their tokens. Empty with Identity Platform."
  type        = list(string)
  default     = []
}

variable "sign_in" {
  description = "Of the clients what a person's machine must know beside the first of client_ids: the one for devices, and the words that Google gives each, which are in every copy and secret to nobody."
  type = object({
    browser_word     = optional(string)
    device_client_id = optional(string)
    device_word      = optional(string)
  })
  default = {}
  validation {
    condition     = var.sign_in.device_client_id == null || contains(var.client_ids, coalesce(var.sign_in.device_client_id, " "))
    error_message = "The client for devices is one of client_ids, or its tokens are refused."
  }
}

variable "allowed_domains" {
  description = "Domains of verified e-mail addresses whose people may call."
  type        = list(string)
  default     = []
  validation {
    condition     = alltrue([for domain in var.allowed_domains : can(regex("^[a-z0-9.-]+\\.[a-z]{2,}$", domain))])
    error_message = "A domain is like example.com, in lower case."
  }
}

variable "allowed_subjects" {
  description = "Single people who may call, by the claim `sub` of their tokens."
  type        = list(string)
  default     = []
}

variable "min_instances" {
  description = "Instances that always run, so that nobody waits for a start."
  type        = number
  default     = 1
  validation {
    condition     = var.min_instances >= 1 && var.min_instances <= 10
    error_message = "From 1 to 10."
  }
}

variable "max_instances" {
  description = "Most instances at once."
  type        = number
  default     = 10
  validation {
    condition     = var.max_instances >= 1 && var.max_instances <= 100
    error_message = "From 1 to 100."
  }
}

variable "concurrency" {
  description = "Requests at once in one instance."
  type        = number
  default     = 80
  validation {
    condition     = var.concurrency >= 1 && var.concurrency <= 1000
    error_message = "From 1 to 1000."
  }
}

variable "log_retention_days" {
  description = "Days that the calls' entries are kept."
  type        = number
  default     = 30
  validation {
    condition     = var.log_retention_days >= 1 && var.log_retention_days <= 3650
    error_message = "From 1 to 3650."
  }
}

variable "log_texts" {
  description = "Texts in the log, with what looks like a secret left out: none of them, intents, or intents and pages (whole prompts, which hold both)."
  type        = set(string)
  default     = []
  validation {
    condition     = alltrue([for text in var.log_texts : contains(["intents", "pages"], text)])
    error_message = "Of intents and pages."
  }
  validation {
    condition     = !contains(var.log_texts, "pages") || contains(var.log_texts, "intents")
    error_message = "A prompt holds what the person asked: pages need intents beside them."
  }
}

variable "traces_endpoint" {
  description = "Where spans go by OTLP over HTTP; empty for nowhere."
  type        = string
  default     = ""
  validation {
    condition     = var.traces_endpoint == "" || can(regex("^(?:https://[0-9A-Za-z.-]+|http://127\\.0\\.0\\.1)(?::[0-9]{1,5})?(?:/[^?#\\s]*)?$", var.traces_endpoint))
    error_message = "It is https, or a collector beside the service."
  }
}

variable "alert_emails" {
  description = "Who is told of an alert."
  type        = list(string)
  default     = []
}

variable "max_cost_per_day_usd" {
  description = "Cost of the models within a day above which somebody is told."
  type        = number
  default     = 50
  validation {
    condition     = var.max_cost_per_day_usd > 0
    error_message = "More than nothing."
  }
}

variable "domain" {
  description = "A domain of one's own for the service; empty for the one that Cloud Run gives."
  type        = string
  default     = ""
}
