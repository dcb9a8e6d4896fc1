// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
  @_exported public import UIKit
#else
  public import Foundation
  import Synchronization

  // Apple's names in the document's samples, for systems without UIKit: as much of them as the samples use.

  /// A color, in place of UIKit's.
  public final class UIColor: NSObject, Sendable {
    private let channels: [CGFloat]

    /// Creates a color.
    ///
    /// - Parameters:
    ///   - red: The red share, from 0 to 1.
    ///   - green: The green share, from 0 to 1.
    ///   - blue: The blue share, from 0 to 1.
    ///   - alpha: The opacity, from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      channels = [red, green, blue, alpha]
    }

    /// Writes the shares of the color, each from 0 to 1.
    ///
    /// - Parameters:
    ///   - red: The place for the red share; nil to leave it out.
    ///   - green: The place for the green share; nil to leave it out.
    ///   - blue: The place for the blue share; nil to leave it out.
    ///   - alpha: The place for the opacity; nil to leave it out.
    /// - Returns: Always true: each color here has these shares.
    public func getRed(
      _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
      blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
      for (share, place) in zip(channels, [red, green, blue, alpha]) { place?.pointee = share }
      return true
    }

    /// The color black: `000000`.
    public static let black = UIColor(red: 0, green: 0, blue: 0, alpha: 1)
    /// The color gray: `808080`.
    public static let gray = UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    /// The color red: `FF0000`.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// The color green: `00FF00`.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// The color orange: `FF8000`.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  }

  /// A system font, in place of UIKit's: a size, and whether it is bold.
  public final class UIFont: NSObject, Sendable {
    /// The size in points.
    public let pointSize: CGFloat
    /// The attributes of the font.
    public let fontDescriptor: UIFontDescriptor

    private init(_ size: CGFloat, _ traits: UIFontDescriptor.SymbolicTraits) {
      pointSize = size
      fontDescriptor = UIFontDescriptor(symbolicTraits: traits)
    }

    /// A system font.
    ///
    /// - Parameter fontSize: The size in points.
    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(fontSize, []) }
    /// A bold system font.
    ///
    /// - Parameter fontSize: The size in points.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
      UIFont(fontSize, .traitBold)
    }
  }

  /// The attributes of a font.
  public struct UIFontDescriptor: Sendable {
    /// The style of a font, as a set of bits.
    public struct SymbolicTraits: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt32
      /// Creates a style from its bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      /// Bold.
      public static let traitBold = SymbolicTraits(rawValue: 2)
    }

    /// The style of the font.
    public let symbolicTraits: SymbolicTraits
  }

  /// An image in the PNG format, in place of UIKit's.
  public final class UIImage: NSObject, Sendable {
    /// The images of the app: PNG files, by name.
    public static var catalogue: [String: Data] {
      get { pictures.withLock { $0 } }
      set { pictures.withLock { $0 = newValue } }
    }
    private static let pictures = Mutex<[String: Data]>([:])
    private let png: Data

    /// The image with a name in ``catalogue``; nil for an unknown name.
    ///
    /// - Parameter name: The name of the image.
    public init?(named name: String) {
      guard let png = Self.catalogue[name] else { return nil }
      self.png = png
    }

    /// The PNG file.
    public func pngData() -> Data? { png }
  }
#endif
