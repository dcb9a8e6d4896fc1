// SPDX-License-Identifier: Apache-2.0

extension MessageSender {
  /// Sends a message and returns the outcome as a value.
  ///
  /// The optimizer of Swift 6.3.1 crashes on a function that catches a typed error, calls something else
  /// that can throw, and throws: this function separates the two.
  @inline(never)
  func outcome(of message: OutgoingMessage) async -> Result<String, SendingFailure> {
    do throws(SendingFailure) {
      return .success(try await send(message))
    } catch {
      return .failure(error)
    }
  }
}
