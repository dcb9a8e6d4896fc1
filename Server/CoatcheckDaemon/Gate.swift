// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import HTTPTypes

/// Lets public documents through at once, and everything else once the seed is applied: hashing
/// the passwords of a seed must not hold up the first answer.
enum Gate {
  static func responder(
    _ inner: @escaping Responder, until preparation: Task<Void, any Error>
  ) -> Responder {
    { request in
      let path = request.head.path ?? ""
      if !path.contains("/.well-known/"), !path.hasSuffix("/livez") {
        // When it fails the whole process ends; until then the answer does not matter.
        _ = await preparation.result
      }
      return await inner(request)
    }
  }
}
