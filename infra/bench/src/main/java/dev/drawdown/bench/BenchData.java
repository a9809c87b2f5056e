package dev.drawdown.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The bench's usage, the same for the same seed: spans of 60 s from each resource of each account
 * in turn, random ids, 1 % repeated and 1 % up to three days late.
 *
 * @param prefix what the accounts' names begin with, so that rounds do not meet
 * @param begins when the first span begins
 */
record BenchData(
    String prefix, int accounts, int resources, int events, Instant begins, long seed) {
  private static final int SHARE = 100;
  private static final int LATEST_SECONDS = 3 * 24 * 3600;

  /** One record for the topic. */
  record Event(String account, byte[] value, boolean repeated) {}

  /** Begins with the hour, so that a run crosses as few hours as it must. */
  static Instant hourBefore(Instant now, int hours) {
    return now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(hours));
  }

  static String account(String prefix, int index) {
    return "%s-%05d".formatted(prefix, index);
  }

  /** GPU-seconds of one event. */
  static long unitSeconds() {
    return 60;
  }

  /** How many of the events repeat another. */
  int repeats() {
    int repeats = 0;
    for (int i = SHARE / 2; i < events; i += SHARE) {
      repeats += i > SHARE ? 1 : 0;
    }
    return repeats;
  }

  void each(Consumer<Event> sink) {
    SplittableRandom random = new SplittableRandom(seed);
    Event[] earlier = new Event[SHARE];
    for (int i = 0; i < events; i++) {
      int place = i % SHARE;
      if (place == SHARE / 2 && i > SHARE) {
        Event again = earlier[random.nextInt(SHARE)];
        sink.accept(new Event(again.account(), again.value(), true));
        continue;
      }
      Event event = event(random, i, place == SHARE / 4);
      earlier[place] = event;
      if (earlier[SHARE / 2] == null) {
        earlier[SHARE / 2] = event;
      }
      sink.accept(event);
    }
  }

  private Event event(SplittableRandom random, int i, boolean late) {
    int account = i % accounts;
    int resource = (i / accounts) % resources;
    long minute = i / ((long) accounts * resources);
    Instant start = begins.plusSeconds(60 * minute);
    if (late) {
      start = start.minusSeconds(60L * random.nextInt(1, LATEST_SECONDS / 60));
    }
    String name = account(prefix, account);
    String id = new UUID(random.nextLong(), random.nextLong()).toString();
    String json =
        """
        {"specversion":"1.0","id":"%s","source":"clusters/us-west-1/train","type":\
        "dev.drawdown.usage.v1","subject":"%s","time":"%s","data":{"sku":"a100-80g","gpus":"1",\
        "start":"%s","end":"%s","region":"us-west-1","class":"reserved","resource":"pod/%s-%03d",\
        "labels":{"project":"llm-%d"}}}\
        """
            .formatted(
                id,
                name,
                start.plusSeconds(60),
                start,
                start.plusSeconds(60),
                name,
                resource,
                resource % 4);
    return new Event(name, json.getBytes(StandardCharsets.UTF_8), false);
  }
}
