package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How many GPUs a model needs, by the rules of thumb of the field; each answer shows its formula.
 *
 * <p>Memory for serving: weights x 1.2 for what the runtime takes, and the key-value cache of 2 x
 * layers x hidden size x bytes for each token of each sequence of the batch. Memory for training
 * with Adam in mixed precision: 16 bytes a parameter, and activations of 34 x hidden size x layers
 * bytes a token (Korthikanti et al. 2022, without attention scores).
 *
 * @param parameters of the model
 * @param bytesPerParameter 2 for 16 bit, 1 for 8 bit, 0.5 for 4 bit
 */
public record Needs(
    boolean training,
    BigDecimal parameters,
    BigDecimal bytesPerParameter,
    BigDecimal batch,
    BigDecimal contextTokens,
    BigDecimal layers,
    BigDecimal hiddenSize,
    BigDecimal gpuMemoryGib) {
  private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);
  private static final BigDecimal OVERHEAD = new BigDecimal("1.2");
  private static final BigDecimal TRAINING_BYTES = BigDecimal.valueOf(16);
  private static final BigDecimal ACTIVATION_BYTES = BigDecimal.valueOf(34);
  private static final BigDecimal KEY_AND_VALUE = BigDecimal.valueOf(2);
  private static final BigDecimal USABLE = new BigDecimal("0.9");

  /** GPUs, memory in GiB with one decimal, and how that was reckoned. */
  public record Estimate(
      BigDecimal gpus, BigDecimal modelGib, BigDecimal workingGib, String formula) {}

  public Estimate estimate() {
    BigDecimal tokens = batch.multiply(contextTokens).multiply(layers).multiply(hiddenSize);
    BigDecimal model =
        training
            ? parameters.multiply(TRAINING_BYTES)
            : parameters.multiply(bytesPerParameter).multiply(OVERHEAD);
    BigDecimal working =
        training
            ? tokens.multiply(ACTIVATION_BYTES)
            : tokens.multiply(KEY_AND_VALUE).multiply(bytesPerParameter);
    BigDecimal each = gpuMemoryGib.multiply(GIB).multiply(USABLE);
    BigDecimal gpus = model.add(working).divide(each, 0, RoundingMode.CEILING);
    return new Estimate(gpus.max(BigDecimal.ONE), gib(model), gib(working), formula());
  }

  private String formula() {
    return training
        ? "ceil((16 B x parameters + 34 B x batch x tokens x layers x hidden size)"
            + " / (0.9 x GPU memory))"
        : "ceil((1.2 x bytes x parameters + 2 x bytes x batch x tokens x layers x hidden size)"
            + " / (0.9 x GPU memory))";
  }

  private static BigDecimal gib(BigDecimal bytes) {
    return bytes.divide(GIB, 1, RoundingMode.HALF_UP);
  }
}
