package dev.drawdown.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The table of packages in docs/ARCHITECTURE.md, as rules that every service is held to. */
public final class ArchitectureRules {
  private ArchitectureRules() {}

  /** Checks a service whose packages lie under a root such as {@code dev.drawdown.ledger}. */
  public static void check(String root) {
    JavaClasses service =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(root);
    coreIsPure(root, service);
    coreIsExactAndRepeatable(root, service);
    layersLookInwards(root, service);
    packagesAreTheSix(root, service);
  }

  private static void coreIsPure(String root, JavaClasses service) {
    classes()
        .that()
        .resideInAPackage(root + ".core")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            root + ".core",
            "dev.drawdown.contracts",
            "dev.drawdown.kit",
            "java.lang..",
            "java.math",
            "java.nio..",
            "java.security..",
            "javax.crypto..",
            "java.time..",
            "java.util..")
        .because("a core takes everything it needs and never calls out")
        .check(service);
  }

  private static void coreIsExactAndRepeatable(String root, JavaClasses service) {
    noClasses()
        .that()
        .resideInAPackage(root + ".core")
        .should()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(java.util.UUID.class, "randomUUID")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.Random.class)
        .because("clock, random and ids are made outside")
        .check(service);
    noClasses()
        .that()
        .resideInAPackage(root + ".core")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Double.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Float.class)
        .because("quantities and money are exact")
        .check(service);
  }

  private static void layersLookInwards(String root, JavaClasses service) {
    noClasses()
        .that()
        .resideInAPackage(root + ".app")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(root + ".http", "jakarta.ws.rs..", "org.apache.kafka..")
        .because("use cases know neither HTTP nor Kafka types")
        .allowEmptyShould(true)
        .check(service);
    noClasses()
        .that()
        .resideInAPackage(root + ".store")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(root + ".app", root + ".http", root + ".kafka", root + ".routes")
        .because("a store decides nothing and calls nobody")
        .allowEmptyShould(true)
        .check(service);
    noClasses()
        .that()
        .resideInAnyPackage(root + ".kafka", root + ".routes")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(root + ".http")
        .allowEmptyShould(true)
        .check(service);
    noClasses()
        .that()
        .resideInAPackage(root + ".http")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(root + ".kafka", root + ".routes")
        .allowEmptyShould(true)
        .check(service);
  }

  private static void packagesAreTheSix(String root, JavaClasses service) {
    classes()
        .should()
        .resideInAnyPackage(
            root + ".core",
            root + ".app",
            root + ".kafka",
            root + ".http",
            root + ".store",
            root + ".routes")
        .because("every service is laid out alike, one level deep")
        .check(service);
    noClasses()
        .should()
        .haveNameMatching(".*(Manager|Helper|Util|Utils|Impl)")
        .because("such names say nothing")
        .check(service);
  }
}
