"""What every route shares: requests, callers, responses, errors and limits.

entry/           the way in: what is around every request, and the busiest routes
headers          looks up headers
request          decodes bodies strictly, and gives routes the parts of the service
caller           resolves the person, the table and the seat of a request, once, and makes their moves
session_cookie   sets the browser's cookie, and refuses requests forged by other sites
signed_in        answers a sign-in
me               shows callers to themselves
shown_acts       shows what moderators did, to them and to the person concerned
origin           where a request comes from
language         chooses the reader's language
responses        sends prepared bodies, ETags, gzip and brotli
paging           cuts lists of games into pages
problems         turns errors into application/problem+json
refusals         documents the refusals of several routes
openapi          documents the rest
limits/          how much a caller may ask for
request_log      names and logs every request
"""
