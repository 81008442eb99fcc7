/**
 * A record as it stands: what it says, its version (1 for the first), when that version was made (ms since 1970), and the
 * shape of its members.
 */
export type Versioned<T> = { record: T } & Stated;
/** What tells one version from all others. */
export type Stated = { version: bigint; changedAt: number; shape: number };

/**
 * A strong entity tag (RFC 9110 §8.8.3), which never names two contents. Versions of a record only rise, through deletion and
 * undo too. A restored store makes versions again that clients have seen already, but at another time; and a program that shows
 * other members shows the same version differently.
 */
export function etagOf({ version, changedAt, shape }: Stated): string {
  return `"${version}.${shape}-${changedAt.toString(36)}"`;
}

/** The entity tag of what has no version, such as an account, which is made of its content. @param body as it is answered */
export function contentTag(body: string): string {
  return `"${Bun.hash(body).toString(36)}"`;
}

/** What an entity tag of ours says of its version; undefined for any other text. */
export function statedBy(etag: string): Stated | undefined {
  const [, version, shape, changedAt] = /^"([1-9]\d{0,17})\.(\d{1,9})-(-?[0-9a-z]{1,11})"$/.exec(etag) ?? [];
  if (version === undefined || shape === undefined || changedAt === undefined) return undefined;
  return { version: BigInt(version), shape: Number(shape), changedAt: Number.parseInt(changedAt, 36) };
}

/** The preconditions a request states (RFC 9110 §13.1), read but not judged. Dates are seconds since 1970. */
export type Conditions = {
  /** Whether it must state what it expects of the record. */
  required?: boolean;
  ifMatch?: string[] | '*' | undefined;
  ifUnmodifiedSince?: number | undefined;
  ifNoneMatch?: string[] | '*' | undefined;
};

/**
 * Judges a write's preconditions in the order of RFC 9110 §13.2.2. Dates count in whole seconds, as HTTP writes them.
 *
 * @param deleted whether the version is a deletion: then `*` says that there is no record
 * @returns a sentence that says which one fails, or undefined where all hold
 */
export function failedCondition(conditions: Conditions, current: Stated, deleted = false): string | undefined {
  const etag = etagOf(current);
  const stands = deleted ? 'is deleted, at' : 'is at';
  const { ifMatch, ifUnmodifiedSince, ifNoneMatch } = conditions;
  if (ifMatch === '*' ? deleted : ifMatch && !ifMatch.includes(etag))
    return `The record ${stands} ${etag}, which is not what the request expects.`;
  if (!ifMatch && ifUnmodifiedSince !== undefined && Math.floor(current.changedAt / 1000) > ifUnmodifiedSince) {
    return `The record was changed after the date that the request states, and ${stands} ${etag}.`;
  }
  if (ifNoneMatch === '*' ? !deleted : ifNoneMatch?.map(strong).includes(etag))
    return `The record ${stands} ${etag}, which the request excludes.`;
  return undefined;
}

/** Whether a write lacks a precondition that it must state. One that only excludes versions does not say which one the client knows. */
export function lacksCondition({ required, ifMatch, ifUnmodifiedSince }: Conditions): boolean {
  return required === true && ifMatch === undefined && ifUnmodifiedSince === undefined;
}

/** A tag for a weak comparison (RFC 9110 §8.8.3.2). */
export function strong(tag: string): string {
  return tag.replace(/^W\//, '');
}
