// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Dispatch

/// Work that makes its thread wait, such as for the disk; done on a thread of its own, since the threads
/// of the concurrency runtime are few.
enum BlockingWork {
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let result = await withCheckedContinuation { continuation in
      // A serial queue of its own gets a thread also when all threads of the shared queues are busy.
      DispatchQueue(label: "coatcheck.blocking").async {
        let result: Result<Value, OAuthError>
        do throws(OAuthError) {
          result = .success(try work())
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}
