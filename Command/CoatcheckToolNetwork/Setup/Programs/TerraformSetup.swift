// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers

/// Terraform: the one helper that it can have, and the link by which it finds it
/// ([credentials helpers](https://developer.hashicorp.com/terraform/cli/config/config-file#credentials-helpers)).
enum TerraformSetup: ProgramSetup {
  static let name = "terraform"
  static let argument = "the host, such as registry.example"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let place = try Place(target.required(argument))
    let file = try ConfigurationFile(
      target.files.path(in: "TF_CLI_CONFIG_FILE", orHome: ".terraformrc"))
    let lines = (file.text ?? "").split(separator: "\n").map {
      $0.drop(while: \.isWhitespace)
    }
    let helper = lines.first { $0.hasPrefix("credentials_helper") }
    let isOurs = helper?.contains("\"coatcheck\"") == true
    guard helper == nil || isOurs else {
      throw CommandFailure(
        .failure, "\(file.path) has another credentials_helper, and Terraform takes one",
        hint: "remove it, and run the command again")
    }
    let link = try LinkChange(
      target.files.home(".terraform.d/plugins/terraform-credentials-coatcheck"), to: target.program)
    return (isOurs ? [] : [.file(.appending("credentials_helper \"coatcheck\" {\n}\n", to: file))])
      + (link.map { [.link($0)] } ?? []) + (try target.mapping(place))
  }
}
