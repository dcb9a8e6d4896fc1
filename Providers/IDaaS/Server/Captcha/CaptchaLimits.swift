// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// The limits for captchas.
///
/// The identifier of an installation is chosen by the client. Therefore everything is also counted by IP
/// address, with larger limits, because many users can share one address.
public struct CaptchaLimits: Sendable {
  /// The maximum number of pictures for an installation in a minute. The default is 120.
  public var picturesOfDevice = 120
  /// The maximum number of pictures for an IP address in a minute, and of solutions from there. The
  /// default is 600.
  public var fromSource = 600
  /// The number of wrong positions from an installation in a minute after which pictures are locked for
  /// it. The default is 5.
  public var wrongOfDevice = 5
  /// The number of wrong positions from an IP address in a minute after which pictures are locked for it.
  /// The default is 60.
  public var wrongFromSource = 60
  /// The time in seconds for which pictures are locked. The proof of work is not locked; its cost
  /// increases. The default is 300.
  public var lock: TimeInterval = 300
  /// The number of proofs of work for an installation in an hour after which the cost doubles, each time.
  /// The default is 5.
  public var workOfDevice = 5
  /// The number of proofs of work for an IP address in an hour after which the cost doubles, each time.
  /// The default is 100.
  public var workFromSource = 100
  /// The maximum number of doublings: 50,000 attempts become 3,200,000. The default is 6.
  public var doublings = 6

  /// The window in which pictures and answers are counted, in seconds.
  static let minute: TimeInterval = 60
  /// The window in which work is counted, in seconds.
  static let hour: TimeInterval = 3_600

  /// Creates the default limits.
  public init() {}
}
