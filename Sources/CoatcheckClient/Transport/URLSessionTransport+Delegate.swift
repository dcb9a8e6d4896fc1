// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system.

#if canImport(Darwin) || APPLE_SHIMS
  import CoatcheckOAuth
  import Foundation
  import Synchronization
  #if APPLE_SHIMS
    import URLLoadingShim
  #endif

  /// Watches one request: looks at the server's certificate, refuses redirects so that the
  /// redirecting response itself is returned, and tells how far the body came.
  final class RequestDelegate: NSObject, URLSessionTaskDelegate {
    let trust: ServerTrust
    private let body: RequestBody
    private let transfer = Mutex<Transfer?>(nil)

    init(_ body: RequestBody, _ trust: ServerTrust) {
      self.body = body
      self.trust = trust
    }

    func watch(_ transfer: Transfer) { self.transfer.withLock { $0 = transfer } }

    /// Converts an error of URLSession; nil when the connection failed. URLSession has one error code
    /// for a cancelled task and for a refused certificate, so the reason of the refusal was stored.
    func failure(_ error: any Error) -> OAuthError? {
      trust.refusal ?? OAuthError.known(error) ?? (Task.isCancelled ? .programCancelled : nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      trust.answer(challenge)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? {
      nil
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
      transfer.withLock { $0 }?.moved()
      let total = totalBytesExpectedToSend >= 0 ? totalBytesExpectedToSend : nil
      body.onSent?(totalBytesSent, total)
    }
  }
#endif
