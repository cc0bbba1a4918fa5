package dev.pageone.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pageone.client.PageOneException;
import dev.pageone.client.RefusedException;
import dev.pageone.client.StaleException;
import dev.pageone.v1.Refusal;

/** The package's error object as scenarios expect it: those members that are set. */
final class Errors {
  private Errors() {}

  static JsonObject json(PageOneException error) {
    JsonObject found = new JsonObject();
    found.addProperty("code", error.getCode().name());
    if (!error.getReason().isEmpty()) {
      found.addProperty("reason", error.getReason());
    }
    if (!error.getMetadata().isEmpty()) {
      JsonObject metadata = new JsonObject();
      error.getMetadata().forEach(metadata::addProperty);
      found.add("metadata", metadata);
    }
    if (error instanceof RefusedException refused
        && refused.getRefusal() != Refusal.REFUSAL_UNSPECIFIED) {
      found.addProperty("refusal", refused.getRefusal().name());
    }
    if (error instanceof StaleException stale && stale.getMetadata().containsKey("version")) {
      found.addProperty("staleVersion", stale.getVersion());
    }
    if (!error.getLocale().isEmpty()) {
      found.addProperty("locale", error.getLocale());
      found.addProperty("localized", error.getLocalized());
    }
    if (!error.getFaults().isEmpty()) {
      JsonArray faults = new JsonArray();
      error
          .getFaults()
          .forEach(
              each -> {
                JsonObject fault = new JsonObject();
                fault.addProperty("field", each.getField());
                fault.addProperty("description", each.getDescription());
                faults.add(fault);
              });
      found.add("faults", faults);
    }
    error.getRetryAfter().ifPresent(delay -> found.addProperty("retryAfterMs", delay.toMillis()));
    return found;
  }
}
