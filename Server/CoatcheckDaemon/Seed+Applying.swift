// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth

extension Seed {
  init() {}

  /// Brings the store to what the file says. Applied twice it changes nothing; users and clients
  /// the file does not name stay as they are.
  ///
  /// - Throws: ``SeedError`` for a name or password that cannot be one; the store's error.
  func apply(
    to store: any IssuerStore & UserStore, passwords: PasswordHasher,
    environment: RuntimeEnvironment
  ) async throws {
    for client in clients
    where try await store.client(client.registration.id) != client.registration {
      try await store.save(client.registration)
    }
    for (index, user) in users.enumerated() {
      do {
        try await save(user, in: store, passwords: passwords, environment: environment)
      } catch let error as AccountError {
        throw SeedError(place: "users[\(index)]", reason: error.reason)
      }
    }
  }

  private func save(
    _ seeded: SeedUser, in store: any UserStore, passwords: PasswordHasher,
    environment: RuntimeEnvironment
  ) async throws {
    let name = try UserName(seeded.username)
    let password = try Password(seeded.password.reveal())
    let before = try await store.user(named: name)
    // A hash that still fits is kept: another salt would be a change.
    var hash = before?.passwordHash
    let fits = try await passwords.verify(password, against: hash)
    if !fits { hash = try await passwords.hash(password) }
    let user = User(
      id: before?.id ?? seeded.id ?? "u-" + environment.token(bytes: 12), name: name,
      passwordHash: hash, claims: seeded.claims,
      standing: before?.standing ?? .active)
    guard user != before else { return }
    if try await store.save(user) == .nameTaken {
      // Another process that applies the same seed may have been faster.
      guard before == nil, try await store.user(named: name) != nil else {
        throw AccountError(.invalidUserName, "another user has this user name")
      }
      try await save(seeded, in: store, passwords: passwords, environment: environment)
    }
  }
}
