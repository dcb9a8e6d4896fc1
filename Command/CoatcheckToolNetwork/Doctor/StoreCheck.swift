// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// Whether the store can be read and written, and how its secrets are protected.
enum StoreCheck: DoctorCheck {
  static let name = "store"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let store = subject.context.store
    do {
      _ = try await store.sessions()
    } catch {
      return [.failed(name, CommandFailure(error), .storage)]
    }
    // Without an account there may be no folder yet, and `doctor` must not create it.
    if !subject.sessions.isEmpty, let problem = await StoreHealth.writeProblem(of: store) {
      return [.failed(name, CommandFailure(problem), .storage)]
    }
    if let warning = store.place.warning, !subject.sessions.isEmpty {
      return [.warning(name, warning, "encrypt them with: coatcheck migrate --to auto")]
    }
    return [.ok(name, store.place.sentence)]
  }
}
