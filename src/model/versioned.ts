export type Versioned<T> = { record: T } & VersionStamp;
/** The version of a record (from 1), the time of that version (ms since 1970), and the shape of its members. */
export type VersionStamp = { version: bigint; changedAt: number; shape: number };

/**
 * A strong entity tag (RFC 9110 §8.8.3): it never names two contents. The version of a record only rises, through deletion and undo too.
 * The tag includes the time, since a restored store uses the same version numbers again, and the shape, since a newer program may show
 * other members.
 */
export function etagOf({ version, changedAt, shape }: VersionStamp): string {
  return `"${version}.${shape}-${changedAt.toString(36)}"`;
}

/** For content without a version, such as an account. @param body of the answer */
export function contentTag(body: string): string {
  return `"${Bun.hash(body).toString(36)}"`;
}

/** Undefined for tags that this service did not make. */
export function readEtag(etag: string): VersionStamp | undefined {
  const [, version, shape, changedAt] = /^"([1-9]\d{0,17})\.(\d{1,9})-(-?[0-9a-z]{1,11})"$/.exec(etag) ?? [];
  if (version === undefined || shape === undefined || changedAt === undefined) return undefined;
  return { version: BigInt(version), shape: Number(shape), changedAt: Number.parseInt(changedAt, 36) };
}

/** The preconditions of a request (RFC 9110 §13.1). Dates are seconds since 1970. */
export type Conditions = {
  /** Whether the request must state the version that it expects. */
  required?: boolean;
  ifMatch?: string[] | '*' | undefined;
  ifUnmodifiedSince?: number | undefined;
  ifNoneMatch?: string[] | '*' | undefined;
};

/**
 * Evaluates preconditions in the order of RFC 9110 §13.2.2. Dates are compared in whole seconds, as in HTTP.
 *
 * @param deleted whether the version is a deletion: `*` matches only an existing record
 * @returns a sentence about the condition that fails
 */
export function failedCondition(conditions: Conditions, current: VersionStamp, deleted = false): string | undefined {
  const etag = etagOf(current);
  const stands = deleted ? 'is deleted, at' : 'is at';
  const { ifMatch, ifUnmodifiedSince, ifNoneMatch } = conditions;
  if (ifMatch === '*' ? deleted : ifMatch && !ifMatch.includes(etag))
    return `The record ${stands} ${etag}, which is not what the request expects.`;
  if (!ifMatch && ifUnmodifiedSince !== undefined && Math.floor(current.changedAt / 1000) > ifUnmodifiedSince) {
    return `The record was changed after the date that the request states, and ${stands} ${etag}.`;
  }
  if (ifNoneMatch === '*' ? !deleted : ifNoneMatch?.map(withoutWeakMark).includes(etag))
    return `The record ${stands} ${etag}, which the request excludes.`;
  return undefined;
}

/** `ifNoneMatch` is not enough: it does not say which version the client knows. */
export function lacksCondition({ required, ifMatch, ifUnmodifiedSince }: Conditions): boolean {
  return required === true && ifMatch === undefined && ifUnmodifiedSince === undefined;
}

/** An entity tag without its mark "W/", which a weak comparison ignores (RFC 9110 §8.8.3.2). */
export function withoutWeakMark(tag: string): string {
  return tag.replace(/^W\//, '');
}
