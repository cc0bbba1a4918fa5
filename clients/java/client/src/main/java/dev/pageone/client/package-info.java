/**
 * The client of the Page One service: {@link dev.pageone.client.PageOneClient}, its exceptions,
 * actions and cards by name, solo games, and a check of deals that needs no server.
 *
 * <p>The contract's messages are in {@code dev.pageone.v1}. The packages pageone-client and
 * pageone-client-lite have the same classes, for protobuf-java and for protobuf-javalite: use one.
 */
package dev.pageone.client;
