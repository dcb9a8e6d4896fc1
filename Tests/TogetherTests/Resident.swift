// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A session, and its requests to the service of its provider.
struct Resident: Sendable {
  /// The name, such as `docomo alice`.
  let name: String
  let session: Session
  /// The address of a resource. Each errand has its own query.
  let resource: String
  /// A text that responses for this user contain; nil if they contain none.
  let mark: String?

  /// An unexpected response.
  struct Unexpected: Error, CustomStringConvertible {
    let description: String
  }

  /// Requests the resource once.
  func ask(_ errand: Int) async throws(OAuthError) -> (status: Int, text: String) {
    let endpoint = try Endpoint("\(resource)?errand=\(errand)")
    let request = HTTPRequest(
      method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    let (head, body) = try await session.data(for: request)
    return (head.status.code, String(decoding: body, as: UTF8.self))
  }

  /// Repeats the request until there is a response: it waits while the network is cut; any other error is
  /// wrong.
  func run(_ errand: Int, stage: Int, _ progress: Progress) async throws {
    await progress.wait { $0.stage >= stage }
    for _ in 0..<20 {
      switch await outcome(errand) {
      case .success(let (status, text)):
        guard status == 200, mark.map(text.contains) ?? true else {
          throw await failed("errand \(errand): \(status) \(text)", progress)
        }
        return await progress.change { $0.done[name, default: []].append(errand) }
      case .failure(let error):
        guard case .transient = error.errorClass else {
          throw await failed("errand \(errand): \(error)", progress)
        }
        await progress.change { $0.cut[name, default: 0] += 1 }
        await progress.wait { $0.isUp }
      }
    }
    throw await failed("errand \(errand): the network was never there", progress)
  }

  private func outcome(_ errand: Int) async -> Result<(status: Int, text: String), OAuthError> {
    do throws(OAuthError) {
      return .success(try await ask(errand))
    } catch {
      return .failure(error)
    }
  }

  private func failed(_ what: String, _ progress: Progress) async -> Unexpected {
    await progress.change { $0.hasFailed = true }
    return Unexpected(description: "\(name), \(what)")
  }
}
