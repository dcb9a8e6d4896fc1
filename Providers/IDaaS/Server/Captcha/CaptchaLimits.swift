// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// How often captchas are given out and tried.
///
/// Who the device is, the caller says; so everything is counted by source as well, where a whole school may
/// be behind one address, and where the figures are greater.
public struct CaptchaLimits: Sendable {
  /// Pictures for an installation in a minute. 120.
  public var picturesOfDevice = 120
  /// Pictures for a source in a minute, and answers from there. 600.
  public var fromSource = 600
  /// Wrong places from an installation in a minute, before it is locked. 5.
  public var wrongOfDevice = 5
  /// Wrong places from a source in a minute, before it is locked. 60.
  public var wrongFromSource = 60
  /// How long pictures are locked, in seconds. Work is not: it gets harder. 300.
  public var lock: TimeInterval = 300
  /// Work for an installation in an hour, before its cost doubles; and again. 5.
  public var workOfDevice = 5
  /// Work from a source in an hour, before its cost doubles; and again. 100.
  public var workFromSource = 100
  /// How often the cost doubles at most: 50,000 tries become 3,200,000. 6.
  public var doublings = 6

  /// The window in which pictures and answers are counted, in seconds.
  static let minute: TimeInterval = 60
  /// The window in which work is counted, in seconds.
  static let hour: TimeInterval = 3_600

  /// The usual figures.
  public init() {}
}
