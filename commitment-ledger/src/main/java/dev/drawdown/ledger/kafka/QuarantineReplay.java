package dev.drawdown.ledger.kafka;

import dev.drawdown.ledger.app.ReplayQuarantined;
import dev.drawdown.ledger.store.QuarantineStore.Item;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Base64;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/** Publishes quarantined records on the topics they came from, with the headers they had. */
@ApplicationScoped
public class QuarantineReplay implements ReplayQuarantined.Resend {
  private final MutinyEmitter<byte[]> emitter;

  QuarantineReplay(
      @Channel("replay-out") @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER)
          MutinyEmitter<byte[]> emitter) {
    this.emitter = emitter;
  }

  @Override
  public void accept(Item item) {
    RecordHeaders headers = new RecordHeaders();
    item.headers().forEach(h -> headers.add(h.name(), Base64.getDecoder().decode(h.valueBase64())));
    OutgoingKafkaRecordMetadata<String> metadata =
        OutgoingKafkaRecordMetadata.<String>builder()
            .withTopic(item.topic())
            .withKey(item.account())
            .withHeaders(headers)
            .build();
    emitter.sendMessage(Message.of(item.value()).addMetadata(metadata)).await().indefinitely();
  }
}
