/** The contract's messages and enums: the one place that knows where they come from. */
export * from 'pageone-client/v1';
