"""Callers that mean harm, over real sockets: what they do, and what becomes of everybody else meanwhile."""
