// SPDX-License-Identifier: Apache-2.0

/// The parameter `resource`, which may be repeated: the protected resources that a token is requested for.
///
/// [RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2).
enum ResourceIndicator {
  /// The maximum number of resources of one request.
  static let maximumCount = 50

  /// Whether a text is a valid resource indicator.
  ///
  /// "Its value MUST be an absolute URI […]. The URI MUST NOT include a fragment component."
  static func isWellFormed(_ text: String) -> Bool {
    guard text.utf8.count <= 2048, let parts = URIParts(text) else { return false }
    return parts.fragment == nil
  }

  /// Adds the parameters to a request.
  ///
  /// - Throws: `misused` naming `resources`, when one cannot be sent.
  static func add(_ resources: [String], to form: inout Parameters) throws(OAuthError) {
    guard resources.allSatisfy(isWellFormed) else {
      throw .misused("resources", "A resource is not an absolute URI without fragment.")
    }
    form.append(resources, to: "resource")
  }

  /// Reads the parameters of a request.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidTarget``, when one is invalid: "The requested resource is
  ///   invalid, missing, unknown, or malformed."
  static func read(in form: Parameters) throws(OAuthError) -> [String] {
    let resources = form.values(of: "resource")
    guard resources.count <= maximumCount, resources.allSatisfy(isWellFormed) else {
      throw .refused(
        .invalidTarget, "A resource is not an absolute URI without fragment.", parameter: "resource"
      )
    }
    return resources
  }
}
