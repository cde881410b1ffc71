import type { Migration } from "./migration.ts";

/**
 * Appends that say nothing but events, many sessions at once, in one call: the units of `append-batch.ts`. Sessions are
 * locked in the order of their numbers, so that two callers never wait for each other. A unit that is not as simple as it
 * looked (no such session, ended, a precondition that fails, a key that was used) is left out, and its caller takes the long
 * way, which says why.
 */
export const appending: Migration = {
	name: "appending",
	tables: [],
	text: `
CREATE FUNCTION {append_events}(
	the_tenant TEXT, names TEXT[], uids TEXT[], counts INTEGER[], messages INTEGER[], ats BIGINT[],
	expected INTEGER[], fences BIGINT[], modes TEXT[], keys TEXT[], prints TEXT[],
	kinds TEXT[], sources TEXT[], run_ids TEXT[], bodies TEXT[]
) RETURNS TABLE (unit INTEGER, session_uid TEXT, next_offset INTEGER, session_fence BIGINT, session_mode TEXT)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
	one RECORD;
	moved RECORD;
BEGIN
	PERFORM pg_catalog.set_config('holdfast.tenant', the_tenant, true);
	FOR one IN
		SELECT i, s.no, s.uid,
			(SELECT coalesce(sum(c), 0)::INTEGER FROM pg_catalog.unnest(counts[1:i - 1]) c) AS before
		FROM pg_catalog.generate_subscripts(counts, 1) i
		CROSS JOIN LATERAL (
			SELECT no, uid FROM {sessions} WHERE tenant = the_tenant AND name_key = names[i]
			UNION ALL SELECT no, uid FROM {sessions} WHERE tenant = the_tenant AND uid = uids[i]
		) s
		ORDER BY s.no, i
	LOOP
		UPDATE {heads} SET head = head + counts[one.i], message_count = message_count + messages[one.i],
			updated_at = greatest(updated_at, ats[one.i])
		WHERE tenant = the_tenant AND no = one.no AND ended_at IS NULL
			AND (expected[one.i] IS NULL OR head = expected[one.i])
			AND (fences[one.i] IS NULL OR fence = fences[one.i])
			AND (modes[one.i] IS NULL OR mode = modes[one.i])
			AND head <= 2147483647 - counts[one.i]
			AND (keys[one.i] IS NULL OR NOT EXISTS (
				SELECT FROM {idempotency} k WHERE k.tenant = the_tenant AND k.no = one.no AND k.key = keys[one.i]))
		RETURNING head, fence, mode INTO moved;
		CONTINUE WHEN NOT FOUND;
		IF counts[one.i] = 1 THEN
			INSERT INTO {events} (tenant, no, "offset", kind, source, run_id, body)
			VALUES (the_tenant, one.no, moved.head - 1, kinds[one.before + 1], sources[one.before + 1],
				run_ids[one.before + 1], bodies[one.before + 1]);
		ELSE
			INSERT INTO {events} (tenant, no, "offset", kind, source, run_id, body)
			SELECT the_tenant, one.no, moved.head - counts[one.i] + n.i - 1, n.kind, n.source, n.run_id, n.body
			FROM ROWS FROM (
				pg_catalog.unnest(kinds[one.before + 1:one.before + counts[one.i]]),
				pg_catalog.unnest(sources[one.before + 1:one.before + counts[one.i]]),
				pg_catalog.unnest(run_ids[one.before + 1:one.before + counts[one.i]]),
				pg_catalog.unnest(bodies[one.before + 1:one.before + counts[one.i]])
			) WITH ORDINALITY AS n (kind, source, run_id, body, i);
		END IF;
		IF keys[one.i] IS NOT NULL THEN
			INSERT INTO {idempotency} (tenant, no, key, fingerprint, first_offset, count)
			VALUES (the_tenant, one.no, keys[one.i], prints[one.i], moved.head - counts[one.i], counts[one.i]);
		END IF;
		unit := one.i; session_uid := one.uid; next_offset := moved.head;
		session_fence := moved.fence; session_mode := moved.mode;
		RETURN NEXT;
	END LOOP;
END $$;
`,
};
