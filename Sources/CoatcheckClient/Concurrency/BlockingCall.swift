// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Dispatch
import Synchronization

/// Waits on this thread for asynchronous work, for old interfaces whose calls return only when they are done.
///
/// The work must not need this thread. A task of the concurrent executor must not call it: threads of that executor
/// are few, and the work needs one of them.
///
/// - Parameter work: The work.
/// - Returns: What the work returns.
/// - Throws: What the work throws.
package func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async throws(OAuthError) -> Value
) throws(OAuthError) -> Value {
  let slot = BlockingSlot<Value>()
  Task.detached {
    do throws(OAuthError) {
      slot.fill(.success(try await work()))
    } catch {
      slot.fill(.failure(error))
    }
  }
  return try slot.wait().get()
}

/// Where the result of the work arrives.
private final class BlockingSlot<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, OAuthError>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func fill(_ result: Result<Value, OAuthError>) {
    self.result.withLock { $0 = result }
    done.signal()
  }

  func wait() -> Result<Value, OAuthError> {
    done.wait()
    return result.withLock { $0 } ?? .failure(.programCancelled)
  }
}
