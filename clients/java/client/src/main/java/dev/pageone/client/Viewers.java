package dev.pageone.client;

import dev.pageone.v1.Spectator;
import dev.pageone.v1.Viewer;

/** Who looks at a match. */
public final class Viewers {
  private Viewers() {}

  /**
   * A seat.
   *
   * @param seat from 0
   * @return the viewer
   */
  public static Viewer seat(int seat) {
    return Viewer.newBuilder().setSeat(seat).build();
  }

  /**
   * Somebody who holds no hand.
   *
   * @return the viewer
   */
  public static Viewer spectator() {
    return Viewer.newBuilder().setSpectator(Spectator.getDefaultInstance()).build();
  }
}
