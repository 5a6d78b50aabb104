-- Signatures of passkeys. The database checks them itself, because a leaked login of the functions must not sign in as other people.
create function oauth.number_of(bytes bytea)
returns numeric
language plpgsql immutable
as $$
declare
  v_number numeric := 0;
begin
  for v_at in 0 .. length(number_of.bytes) - 1 loop
    v_number := v_number * 256 + get_byte(number_of.bytes, v_at);
  end loop;
  return v_number;
end
$$;
comment on function oauth.number_of(bytea) is 'Returns the unsigned number of bytes, the most significant one first.';

create function oauth.inverse(number numeric, modulus numeric)
returns numeric
language plpgsql immutable
as $$
declare
  v_a numeric := mod(inverse.number, inverse.modulus);
  v_b numeric := inverse.modulus;
  v_x numeric := 1;
  v_y numeric := 0;
  v_quotient numeric;
  v_kept numeric;
begin
  if v_a < 0 then
    v_a := v_a + inverse.modulus;
  end if;
  while v_a > 1 loop
    v_quotient := div(v_a, v_b);
    v_kept := v_b;
    v_b := v_a - v_quotient * v_b;
    v_a := v_kept;
    v_kept := v_y;
    v_y := v_x - v_quotient * v_y;
    v_x := v_kept;
  end loop;
  return mod(v_x + inverse.modulus, inverse.modulus);
end
$$;
comment on function oauth.inverse(numeric, numeric) is 'Returns the inverse of a number that is not 0 modulo a prime, by the extended algorithm of Euclid.';

create function oauth.read_signature(der bytea, out r numeric, out s numeric)
language plpgsql immutable
as $$
declare
  v_length integer;
begin
  if length(read_signature.der) not between 8 and 72
    or get_byte(read_signature.der, 0) <> 48
    or get_byte(read_signature.der, 1) <> length(read_signature.der) - 2
    or get_byte(read_signature.der, 2) <> 2 then
    return;
  end if;
  v_length := get_byte(read_signature.der, 3);
  if v_length not between 1 and length(read_signature.der) - 7
    or get_byte(read_signature.der, 4 + v_length) <> 2
    or get_byte(read_signature.der, 5 + v_length) <> length(read_signature.der) - 6 - v_length
    -- A first bit of 1 means a negative number.
    or get_byte(read_signature.der, 4) > 127
    or get_byte(read_signature.der, 6 + v_length) > 127 then
    return;
  end if;
  r := oauth.number_of(substr(read_signature.der, 5, v_length));
  s := oauth.number_of(substr(read_signature.der, 7 + v_length));
end
$$;
comment on function oauth.read_signature(bytea) is
  'Returns the numbers of an ECDSA signature in DER (RFC 3279, section 2.2.3), or nulls if it has another form.';

create function oauth.is_es256(x numeric, y numeric, hash bytea, signature bytea)
returns boolean
language plpgsql immutable
as $$
declare
  -- The curve P-256 (NIST SP 800-186, section 3.2.1.3): y^2 = x^3 - 3x + b modulo p, with a base point g of order n.
  v_p constant numeric := 115792089210356248762697446949407573530086143415290314195533631308867097853951;
  v_n constant numeric := 115792089210356248762697446949407573529996955224135760342422259061068512044369;
  v_b constant numeric := 41058363725152142129326129780047268409114441015993725554835256314039467401291;
  v_g_x constant numeric := 48439561293906451759052585252797914202762949526041747995844080717082404635286;
  v_g_y constant numeric := 36134250956749795798585127919587881956611106672985015071877198253568414405109;
  v_r numeric;
  v_s numeric;
  v_u1 numeric;
  v_u2 numeric;
  -- For each bit of u1 and u2, the most significant one first: 0 none, 1 add g, 2 add the public key, 3 add both.
  v_steps integer[] := array[]::integer[];
  v_step integer;
  v_sum_x numeric;
  v_sum_y numeric;
  -- The point in Jacobian coordinates. z = 0 is the point at infinity.
  v_x numeric := 1;
  v_y numeric := 1;
  v_z numeric := 0;
  v_add_x numeric;
  v_add_y numeric;
  v_k1 numeric;
  v_k2 numeric;
  v_k3 numeric;
  v_k4 numeric;
begin
  select read.r, read.s into v_r, v_s from oauth.read_signature(is_es256.signature) as read;
  if v_r is null
    or v_r not between 1 and v_n - 1
    or v_s not between 1 and v_n - 1
    or is_es256.x not between 0 and v_p - 1
    or is_es256.y not between 0 and v_p - 1
    -- The private keys 1 and n - 1, for which the sum below does not exist.
    or is_es256.x = v_g_x
    or mod(is_es256.y * is_es256.y - is_es256.x * is_es256.x * is_es256.x + 3 * is_es256.x - v_b, v_p) <> 0 then
    return false;
  end if;
  v_k1 := oauth.inverse(v_s, v_n);
  v_u1 := mod(oauth.number_of(is_es256.hash) * v_k1, v_n);
  v_u2 := mod(v_r * v_k1, v_n);
  while v_u1 > 0 or v_u2 > 0 loop
    v_steps := (mod(v_u1, 2) + 2 * mod(v_u2, 2))::integer || v_steps;
    v_u1 := div(v_u1, 2);
    v_u2 := div(v_u2, 2);
  end loop;
  v_k1 := mod((is_es256.y - v_g_y) * oauth.inverse(is_es256.x - v_g_x, v_p), v_p);
  v_sum_x := mod(v_k1 * v_k1 - v_g_x - is_es256.x, v_p);
  v_sum_y := mod(v_k1 * (v_g_x - v_sum_x) - v_g_y, v_p);

  foreach v_step in array v_steps loop
    -- Doubling (https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-3.html, dbl-2001-b).
    v_k1 := mod(v_z * v_z, v_p);
    v_k2 := mod(v_y * v_y, v_p);
    v_k3 := mod(v_x * v_k2, v_p);
    v_k4 := mod(3 * (v_x - v_k1) * (v_x + v_k1), v_p);
    v_z := mod((v_y + v_z) * (v_y + v_z) - v_k2 - v_k1, v_p);
    v_x := mod(v_k4 * v_k4 - 8 * v_k3, v_p);
    v_y := mod(v_k4 * (4 * v_k3 - v_x) - 8 * v_k2 * v_k2, v_p);
    continue when v_step = 0;
    v_add_x := case v_step when 1 then v_g_x when 2 then is_es256.x else v_sum_x end;
    v_add_y := case v_step when 1 then v_g_y when 2 then is_es256.y else v_sum_y end;
    if v_z = 0 then
      v_x := v_add_x;
      v_y := v_add_y;
      v_z := 1;
      continue;
    end if;
    -- Addition of a point with z = 1 (the same page, madd).
    v_k1 := mod(v_z * v_z, v_p);
    v_k2 := mod(v_add_x * v_k1 - v_x, v_p);
    v_k3 := mod(v_add_y * v_z * v_k1 - v_y, v_p);
    if v_k2 = 0 and v_k3 = 0 then
      -- Both points are the same: doubling of a point with z = 1.
      v_k2 := mod(v_add_y * v_add_y, v_p);
      v_k3 := mod(v_add_x * v_k2, v_p);
      v_k4 := mod(3 * v_add_x * v_add_x - 3, v_p);
      v_z := 2 * v_add_y;
      v_x := mod(v_k4 * v_k4 - 8 * v_k3, v_p);
      v_y := mod(v_k4 * (4 * v_k3 - v_x) - 8 * v_k2 * v_k2, v_p);
      continue;
    end if;
    -- For opposite points, z becomes 0.
    v_k1 := mod(v_k2 * v_k2, v_p);
    v_k4 := mod(v_x * v_k1, v_p);
    v_k1 := mod(v_k1 * v_k2, v_p);
    v_z := mod(v_z * v_k2, v_p);
    v_x := mod(v_k3 * v_k3 - v_k1 - 2 * v_k4, v_p);
    v_y := mod(v_k3 * (v_k4 - v_x) - v_y * v_k1, v_p);
  end loop;
  return v_z <> 0
    and (
      mod(v_x - v_r * v_z * v_z, v_p) = 0
      or v_r + v_n < v_p and mod(v_x - (v_r + v_n) * v_z * v_z, v_p) = 0
    );
end
$$;
comment on function oauth.is_es256(numeric, numeric, bytea, bytea) is
  'Returns whether a signature in DER is valid for a SHA-256 hash and a public key of P-256 (ECDSA, FIPS 186-5, section 6.4.2).';

create function oauth.is_rs256(modulus bytea, hash bytea, signature bytea)
returns boolean
language plpgsql immutable
as $$
declare
  v_modulus constant numeric := oauth.number_of(is_rs256.modulus);
  v_signature numeric;
  v_power numeric;
begin
  -- The time to read a number grows with the square of its length, so the length is checked first.
  if length(is_rs256.signature) <> length(is_rs256.modulus) then
    return false;
  end if;
  v_signature := oauth.number_of(is_rs256.signature);
  if v_signature >= v_modulus then
    return false;
  end if;
  v_power := v_signature;
  -- The exponent is 65537.
  for v_bit in 1 .. 16 loop
    v_power := mod(v_power * v_power, v_modulus);
  end loop;
  return mod(v_power * v_signature, v_modulus) = oauth.number_of(
    '\x0001'::bytea || decode(repeat('ff', length(is_rs256.modulus) - 54), 'hex')
    || '\x003031300d060960864801650304020105000420'::bytea || is_rs256.hash
  );
end
$$;
comment on function oauth.is_rs256(bytea, bytea, bytea) is
  'Returns whether a signature is valid for a SHA-256 hash and an RSA key with the exponent 65537 (RSASSA-PKCS1-v1_5, RFC 8017, section 8.2.2).';

create function oauth.is_signature(public_key bytea, message bytea, signature bytea)
returns boolean
language sql immutable
as $$
  select case substr(is_signature.public_key, 1, 10)
    when '\xa5010203262001215820'::bytea then oauth.is_es256(
      oauth.number_of(substr(is_signature.public_key, 11, 32)), oauth.number_of(substr(is_signature.public_key, 46, 32)),
      sha256(is_signature.message), is_signature.signature
    )
    else oauth.is_rs256(substr(is_signature.public_key, 12, 256), sha256(is_signature.message), is_signature.signature)
  end;
$$;
comment on function oauth.is_signature(bytea, bytea, bytea) is
  'Returns whether a signature is valid for a message and a public key of oauth.passkeys, whose two forms the table checks.';
