// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Terraform's helper, and the link by which it is found.
enum TerraformCheck: DoctorCheck {
  static let name = "terraform"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let path = try subject.files.path(in: "TF_CLI_CONFIG_FILE", orHome: ".terraformrc")
    guard let text = (try? ConfigurationFile(path))?.text,
      text.contains(/credentials_helper\s+"coatcheck"/)
    else { return [] }
    let link = try subject.files.home(".terraform.d/plugins/terraform-credentials-coatcheck")
    guard access(link, X_OK) == 0 else {
      return [
        .failed(
          name, "there is no program \(link), by which Terraform asks",
          "make it a link to coatcheck")
      ]
    }
    return [.ok(name, "asks coatcheck")]
  }
}
