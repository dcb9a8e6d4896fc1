// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// AWS's two configuration files ([file formats](https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html)).
struct AWSFiles {
  private let files: ProgramFiles

  init(_ files: ProgramFiles) { self.files = files }

  /// The file of settings.
  var configuration: String {
    get throws(CommandFailure) {
      try files.path(in: "AWS_CONFIG_FILE", orHome: ".aws/config")
    }
  }

  /// The file of keys.
  var credentials: String {
    get throws(CommandFailure) {
      try files.path(in: "AWS_SHARED_CREDENTIALS_FILE", orHome: ".aws/credentials")
    }
  }

  /// The heading of a profile's section.
  static func heading(_ profile: String) -> String {
    profile == "default" ? "[default]" : "[profile \(profile)]"
  }

  /// What a heading names: what is between its brackets, with one space between its words, and without quotes.
  static func name(_ heading: Substring) -> String {
    heading.dropFirst().prefix { $0 != "]" }.filter { $0 != "\"" }
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A file, divided at its headings.
  static func sections(_ file: ConfigurationFile) -> SectionedText {
    SectionedText(file) { $0.hasPrefix("[") }
  }

  /// Whether a profile has keys of its own, which programs take before they start a credential process.
  func hasKeys(_ profile: String) throws(CommandFailure) -> Bool {
    let isProfile = { (line: Substring) in Self.name(line) == profile }
    let keys = Self.sections(try ConfigurationFile(credentials))
    return keys.value(of: "aws_access_key_id", in: isProfile) != nil
  }
}
