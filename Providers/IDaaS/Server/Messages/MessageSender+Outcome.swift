// SPDX-License-Identifier: Apache-2.0

extension MessageSender {
  /// What came of a message, as a value.
  ///
  /// Swift 6.3.1 crashes while it optimises a function that catches a typed error, calls something else that may
  /// throw, and throws: here the two are kept apart.
  @inline(never)
  func outcome(of message: OutgoingMessage) async -> Result<String, SendingFailure> {
    do throws(SendingFailure) {
      return .success(try await send(message))
    } catch {
      return .failure(error)
    }
  }
}
