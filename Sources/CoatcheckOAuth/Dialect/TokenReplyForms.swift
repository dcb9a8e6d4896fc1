// SPDX-License-Identifier: Apache-2.0

/// In which forms a token reply may come.
public enum TokenReplyForms: String, Sendable, Hashable, CaseIterable {
  /// A JSON object, as RFC 6749 §5.1 says.
  case json
  /// A JSON object, or a form that says it is one: the way of servers older than the specification (GitHub
  /// to whoever doesn't ask for JSON).
  case jsonOrForm = "json_or_form"
  /// A JSON object, whatever the answer calls it: Weibo has called it `text/plain`.
  case jsonOfAnyType = "json_of_any_type"
}
