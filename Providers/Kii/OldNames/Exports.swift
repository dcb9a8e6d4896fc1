// SPDX-License-Identifier: Apache-2.0

// Where an app lives: the sites of the new library.
@_exported public import enum CoatcheckKii.KiiSite
