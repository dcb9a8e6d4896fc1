// SPDX-License-Identifier: Apache-2.0

/// The forms in which a token response is accepted.
public enum TokenReplyForms: String, Sendable, Hashable, CaseIterable {
  /// A JSON object, as in [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1).
  case json
  /// A JSON object, or a form with the media type of a form: servers older than the specification send it.
  /// Seen at GitHub, when the request does not accept JSON.
  case jsonOrForm = "json_or_form"
  /// A JSON object, whatever media type the response names, such as `text/plain`. Seen at Weibo.
  case jsonOfAnyType = "json_of_any_type"
}
