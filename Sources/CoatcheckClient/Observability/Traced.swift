// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

#if Tracing
  import Tracing
#endif

/// Runs an operation inside of a span, where the trait `Tracing` is enabled and the program has a
/// tracer.
///
/// - Parameters:
///   - name: The name of the span.
///   - attributes: Further attributes, without secrets and without users.
func traced<Value: Sendable>(
  _ name: String, _ attributes: [String: String],
  _ work: @Sendable () async -> Result<Value, OAuthError>
) async -> Result<Value, OAuthError> {
  #if Tracing
    await withSpan(name, ofKind: .client) { span in
      for (name, value) in attributes { span.attributes[name] = value }
      let result = await work()
      if case .failure(let error) = result {
        span.setStatus(SpanStatus(code: .error, message: error.code.rawValue))
        span.attributes["error.type"] = error.errorClass.name
      }
      return result
    }
  #else
    await work()
  #endif
}
