terraform {
  required_version = ">= 1.9"

  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 6.0"
    }
  }

  # The bucket is named at `terraform init`: -backend-config="bucket=..."
  backend "gcs" {
    prefix = "ghost-proxy"
  }
}

provider "google" {
  project = var.project
  region  = var.region
}
