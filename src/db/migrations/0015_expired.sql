-- What has run out is swept by a chore (decision 0024), also where no new row ever comes to clear old ones away.
create index owner_claims_expired on owner_claims (token_expires_at) where token_hash is not null;
