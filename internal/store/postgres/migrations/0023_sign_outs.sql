-- How often all sessions of the owner of an SSH key were ended. Who is connected with
-- the key leaves when it changes.
ALTER TABLE ssh_keys ADD COLUMN sign_outs BIGINT NOT NULL DEFAULT 0;
