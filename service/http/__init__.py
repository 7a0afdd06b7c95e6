"""What every route shares: requests, callers, responses, errors and limits.

- `request` decodes bodies strictly and gives routes the parts of the service.
- `caller` resolves the person, the table and the seat of a request, once.
- `session_cookie` sets the browser's cookie and refuses requests forged by other sites.
- `signed_in` answers a sign-in, `me` shows callers to themselves.
- `shown_acts` shows what moderators did, to them and to the person concerned.
- `origin` says where a request comes from.
- `language` chooses the reader's language.
- `responses` sends prepared bodies, ETags, gzip and brotli.
- `safe_headers` adds the headers that every response has.
- `paging` cuts lists of games into pages.
- `problems` turns errors into application/problem+json; `refusals` and `openapi` document them and the rest.
- `limits` is how much a caller may ask for.
- `request_log` names, counts and logs every request.
"""
