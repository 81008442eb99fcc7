import type { ProblemCode } from '../model/problem.ts';

/**
 * Each code over HTTP. A code is the last segment of a problem's `type` URI (RFC 9457), which is the address of a page with `help`.
 */
export const problemTypes = {
  'malformed-json': {
    status: 400,
    title: 'The body is not acceptable JSON',
    help: 'The body must be one JSON text in UTF-8 without a byte order mark, nested at most 32 deep (RFC 8259, RFC 7493). `errors` says where reading stopped.',
  },
  'invalid-input': {
    status: 400,
    title: 'The request has invalid input',
    help: 'Each entry of `errors` names one error: `pointer` is a JSON Pointer (RFC 6901) to the member of the body, or `/name` of the path or query parameter or header. Nothing was changed. Correct all of them and send the request again.',
  },
  'email-taken': {
    status: 400,
    title: 'The e-mail address has an account already',
    help: 'Each address has one account; capitals and Unicode spellings of the same address count as one. Log in with the existing account, or sign up with another address.',
  },
  unauthenticated: {
    status: 401,
    title: 'Credentials are needed',
    help: 'Send a bearer token (`Authorization: Bearer …`, from `POST /api/v1/user/login`) or an API key (`X-API-Key: rka_…`). Either one is enough.',
  },
  'invalid-token': {
    status: 401,
    title: 'The credentials are not usable',
    help: 'The token or key is malformed, expired, revoked, or of a scheme this service does not know. Log in again, or use a key that is still valid.',
  },
  'invalid-login': {
    status: 401,
    title: 'The login is refused',
    help: 'The e-mail address or the password is wrong: the answer is the same for both. Check them and try again. With the right password of a suspended account, `detail` says that it is suspended.',
  },
  forbidden: {
    status: 403,
    title: 'The credentials do not allow this',
    help: 'The account or key is valid but lacks the right that `detail` names. An administrator can give an account another role; a key never has more rights than the scopes it was made with.',
  },
  'sign-up-closed': {
    status: 403,
    title: 'Sign-up is closed',
    help: 'The operator adds the accounts of this service: `rockola account add`. Ask them for one.',
  },
  'not-found': {
    status: 404,
    title: 'There is no such resource',
    help: 'The path is unknown, or the record was never there or has been deleted. An album is found only under its own artist.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The resource does not have this method',
    help: 'The `Allow` header lists the methods of this resource.',
  },
  'not-acceptable': {
    status: 406,
    title: 'The answer cannot have the requested form',
    help: 'This service answers in `application/json`. Send `Accept: application/json`, `*/*`, or no `Accept` header.',
  },
  'artist-deleted': {
    status: 409,
    title: 'The artist of the record is deleted',
    help: 'Albums and other records need their artist. Restore the artist first, with `POST /api/v1/artists/{artistId}/reversions` and a version from before its deletion: what went with it comes back with it. Then repeat the request, if the record is still deleted. Nothing was changed.',
  },
  'album-deleted': {
    status: 409,
    title: 'The album of the record is deleted',
    help: 'Restore the album first, with `POST /api/v1/artists/{artistId}/albums/{albumId}/reversions` and a version from before its deletion: what went with it comes back with it. Then repeat the request, if the record is still deleted. Nothing was changed.',
  },
  'identifier-taken': {
    status: 409,
    title: 'Another record has this identifier',
    help: 'One id of another catalogue names one artist or album. `detail` says which has it: if that is wrong, correct or delete it there, then repeat the request. A record cannot be restored either while another has its identifier. Nothing was changed.',
  },
  'already-there': {
    status: 409,
    title: 'There is a record that says the same',
    help: '`errors` has the path of that record. It may have been added while yours was on its way. Nothing was changed: read that record, and change it if yours says more.',
  },
  'still-current': {
    status: 409,
    title: 'The record still has the values to redact or hide',
    help: 'A redaction takes something out of the history, not out of the record. Change the record, or delete it, so that it does not have the values that `detail` is about, then repeat the request. Nothing was changed.',
  },
  'idempotency-key-in-use': {
    status: 409,
    title: 'A request with this key is in progress',
    help: 'A request with the same `Idempotency-Key` has not been answered yet. Wait the seconds that `Retry-After` gives, then send yours again with the same key: you get the answer of the first.',
  },
  'cursor-lost': {
    status: 410,
    title: 'The cursor refers to changes that are lost',
    help: 'The change that `after` names is not in this store: it was restored from a copy, or lost its newest changes. What you read after the copy was made may not be in it any more. Read what you need again, and follow the changes from there without `after`.',
  },
  'precondition-failed': {
    status: 412,
    title: 'A precondition of the request does not hold',
    help: 'The record has changed since you read it, or the id you insist on is taken. Nothing was changed. Read the record again and repeat the request with its new `ETag`.',
  },
  'content-too-large': {
    status: 413,
    title: 'The body is too large',
    help: 'A body may have at most 1 MiB (1,048,576 bytes), however it is transferred.',
  },
  'uri-too-long': {
    status: 414,
    title: 'The request target is too long',
    help: 'Path and query together may have at most 8,192 bytes.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body has an unsupported type or encoding',
    help: 'Send `Content-Type: application/json` (PATCH also `application/merge-patch+json`) in UTF-8 and without `Content-Encoding`.',
  },
  'too-many-requests': {
    status: 429,
    title: 'There were too many requests',
    help: 'Wait the seconds that `Retry-After` gives, then repeat; nothing was changed. `RateLimit-Policy` names the limits, `RateLimit` what is left of them. Requests with valid credentials count for their account; bodies count by their bytes, for address and account. After many sign-ups, logins, password resets or mails each further one waits longer than the one before.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The key belongs to another request',
    help: 'An `Idempotency-Key` stands for one request for 24 hours: its path, its body, its preconditions, its `Change-Comment` and its `Change-Source`. Nothing was changed. Send another request with another key, such as a new UUID.',
  },
  'precondition-required': {
    status: 428,
    title: 'The request must say by If-Match which version it changes',
    help: 'Here every change of a record must state the version that it expects, so that nobody overwrites the work of others. Nothing was changed. Read the record and send the request again with `If-Match` and its `ETag`; `If-Match: *` stands for any version.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong inside the service',
    help: 'This is a defect of the service. Send its operator the request id, the last part of `instance`.',
  },
  'not-implemented': {
    status: 501,
    title: 'The service does not know this method',
    help: 'Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot do this now',
    help: 'The store is out of reach or the queue is full. Wait the seconds that `Retry-After` gives, then repeat. A write with this answer may have been stored or not: read the record to know, or send it again with the `Idempotency-Key` that it had.',
  },
  'mail-off': {
    status: 503,
    title: 'The service sends no mail',
    help: 'Its operator has set up no mail server, so nothing was sent and nothing was changed. Ask the operator: `rockola account reset-link` makes a link for a new password, `rockola account verify` confirms an address.',
  },
  'storage-full': {
    status: 507,
    title: 'The store of the service is full',
    help: 'Nothing was changed. The disk is full, or the store has the size that its operator allows. Reading still works; in the second case logging in and out, deleting and revoking do too. Writing works again when the operator has freed space or raised `ROCKOLA_STORE_LIMIT`.',
  },
} as const satisfies Record<ProblemCode, { status: number; title: string; help: string }>;
