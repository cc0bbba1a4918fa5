//! The contract `pageone.v1`, generated: messages, the clients of its three services, and its descriptors.
//!
//! Values of enums are `i32` in fields; `try_from` makes the enum of one, which fails for a value of a newer server.
#![allow(missing_docs, clippy::all, clippy::pedantic, rustdoc::all)]

include!("pageone.v1.rs");
include!("descriptors.rs");
