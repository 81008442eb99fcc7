/** A word by which a refusal on the terminal says what to do. */
export const wayOut =
  /\b(Allow|Bring|Check|Choose|Correct|Delete|Find|Look|Make|Move|Name|Remove|Restore|Run|Say|Set|Start|Stop|Take|Try|Use|Wait|lists|shows|must|name|restore)\b|--help|: rockola /;
