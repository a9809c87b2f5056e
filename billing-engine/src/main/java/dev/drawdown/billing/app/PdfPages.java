package dev.drawdown.billing.app;

import com.openhtmltopdf.bidi.support.ICUBidiReorderer;
import com.openhtmltopdf.bidi.support.ICUBidiSplitter;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Pages of HTML as PDF, with fonts for the scripts that customers' names are written in. Nothing is
 * fetched: a page is all there is, whatever a name says.
 */
@ApplicationScoped
class PdfPages {
  private record Font(String name, String file, int weight) {}

  /** Both weights where there are two files; the others look alike in bold. */
  private static final List<Font> FONTS =
      List.of(
          new Font("noto latin", "noto-sans-latin-400", 400),
          new Font("noto latin", "noto-sans-latin-700", 700),
          new Font("noto latin ext", "noto-sans-latin-ext-400", 400),
          new Font("noto latin ext", "noto-sans-latin-ext-700", 700),
          new Font("noto vietnamese", "noto-sans-vietnamese-400", 400),
          new Font("noto vietnamese", "noto-sans-vietnamese-700", 700),
          new Font("noto cyrillic", "noto-sans-cyrillic-400", 400),
          new Font("noto cyrillic", "noto-sans-cyrillic-700", 700),
          new Font("noto cyrillic ext", "noto-sans-cyrillic-ext-400", 400),
          new Font("noto cyrillic ext", "noto-sans-cyrillic-ext-700", 700),
          new Font("noto greek", "noto-sans-greek-400", 400),
          new Font("noto greek", "noto-sans-greek-700", 700),
          new Font("noto greek ext", "noto-sans-greek-ext-400", 400),
          new Font("noto greek ext", "noto-sans-greek-ext-700", 700),
          new Font("noto arabic", "noto-sans-arabic-400", 400),
          new Font("noto arabic", "noto-sans-arabic-700", 700),
          new Font("noto jp", "noto-sans-jp-400", 400),
          new Font("noto sc", "noto-sans-sc-400", 400),
          new Font("noto tc", "noto-sans-tc-400", 400),
          new Font("noto kr", "noto-sans-kr-400", 400),
          new Font("noto emoji", "noto-emoji-400", 400));

  /** Draws a page that is well-formed as XML. */
  byte[] draw(String html) {
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      PdfRendererBuilder builder = new PdfRendererBuilder();
      builder.useFastMode();
      builder.useUriResolver((base, uri) -> null);
      builder.useUnicodeBidiSplitter(new ICUBidiSplitter.ICUBidiSplitterFactory());
      builder.useUnicodeBidiReorderer(new ICUBidiReorderer());
      for (Font font : FONTS) {
        builder.useFont(() -> open(font), font.name(), font.weight(), FontStyle.NORMAL, true);
      }
      // XML has no place for these two, which names may hold
      builder.withHtmlContent(html.replaceAll("[\uFFFE\uFFFF]", "\uFFFD"), null);
      builder.toStream(out);
      builder.run();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(Font font) {
    return PdfPages.class.getResourceAsStream("/fonts/" + font.file() + ".ttf");
  }
}
