/** A word with which a refusal on the terminal names a remedy. */
export const remedyWords =
  /\b(Allow|Bring|Check|Choose|Correct|Delete|Find|Look|Make|Move|Name|Remove|Restore|Run|Say|Set|Start|Stop|Take|Try|Use|Wait|lists|shows|must|name|restore)\b|--help|: rockola /;
