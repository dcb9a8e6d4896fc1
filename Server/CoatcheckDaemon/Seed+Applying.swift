// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth

extension Seed {
  init() {}

  /// Saves the users and clients of the file. Applied again it changes nothing; other users and clients
  /// stay as they are.
  ///
  /// - Throws: ``SeedError`` for an invalid user name or password; the store's error.
  func apply(
    to store: any AdministrationStore, passwords: PasswordHasher,
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
    _ seeded: SeedUser, in store: any AdministrationStore, passwords: PasswordHasher,
    environment: RuntimeEnvironment
  ) async throws {
    let name = try UserName(seeded.username)
    let password = try Password(seeded.password.reveal())
    var before = try await store.user(named: name)
    if before == nil, let id = seeded.id { before = try await store.user(id: id) }
    // The stored hash is kept if it matches the password: a hash with another salt would be a change.
    var hash = before?.passwordHash
    let fits = try await passwords.verify(password, against: hash)
    if !fits { hash = try await passwords.hash(password) }
    let user = User(
      id: before?.id ?? seeded.id ?? "u-" + environment.token(bytes: 12), name: name,
      passwordHash: hash, claims: seeded.claims,
      standing: before?.standing ?? .active)
    guard user != before else { return }
    guard let before else {
      guard try await store.save(user) == .nameTaken else { return }
      // Another process that applies the same seed may have been faster.
      guard try await store.user(named: name) != nil else { throw Self.nameTaken }
      return try await save(seeded, in: store, passwords: passwords, environment: environment)
    }
    // This ends the sessions that were opened with the old password.
    switch try await store.replace(before, with: user, at: environment.now()) {
    case .replaced: return
    case .nameTaken: throw Self.nameTaken
    case .changedMeanwhile:
      try await save(seeded, in: store, passwords: passwords, environment: environment)
    }
  }

  private static var nameTaken: AccountError {
    AccountError(.invalidUserName, "another user has this user name")
  }
}
